import { contract } from './interactions/contract'
import { flagEvaluationContract } from './interactions/flag-evaluation'

contract('flag-evaluation', flagEvaluationContract)
