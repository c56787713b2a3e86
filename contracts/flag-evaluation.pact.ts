import { contract } from './contract'
import { flagEvaluationContract } from './interactions/flag-evaluation'

contract('flag-evaluation', flagEvaluationContract)
