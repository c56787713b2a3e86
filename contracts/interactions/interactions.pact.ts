import { contracts } from './all'
import { contract } from './contract'

for (const [provider, define] of Object.entries(contracts)) contract(provider, define)
