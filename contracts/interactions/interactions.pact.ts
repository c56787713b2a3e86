import { contract } from './contract'
import { tokenServiceContract } from './token-service'

contract('token-service', tokenServiceContract)
