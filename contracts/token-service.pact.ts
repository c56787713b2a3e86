import { contract } from './contract'
import { tokenServiceContract } from './interactions/token-service'

contract('token-service', tokenServiceContract)
