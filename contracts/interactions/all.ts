import type { Contract } from './contract'
import { dashboardLibraryContract } from './dashboard-library'
import { flagEvaluationContract } from './flag-evaluation'
import { researchAssistantContract } from './research-assistant'
import { tokenServiceContract } from './token-service'

/** Every contract by its provider. */
export const contracts: Readonly<Record<string, Contract>> = {
  'token-service': tokenServiceContract,
  'dashboard-library': dashboardLibraryContract,
  'research-assistant': researchAssistantContract,
  'flag-evaluation': flagEvaluationContract,
}
