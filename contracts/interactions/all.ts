import type { Contract } from './contract'
import { dashboardLibraryContract, dashboardLibraryContractV2 } from './dashboard-library'
import { gatewayDashboardsContract, gatewayTokensContract } from './gateway'
import { flagEvaluationContract } from './flag-evaluation'
import { preferencesContract, tokenServiceContract } from './token-service'
import { researchAssistantContract } from './research-assistant'

/** Every contract by its provider. */
export const contracts: Readonly<Record<string, Contract>> = {
  'token-service': tokenServiceContract,
  'dashboard-library': dashboardLibraryContract,
  'dashboard-library-v2': dashboardLibraryContractV2,
  'research-assistant': researchAssistantContract,
  'flag-evaluation': flagEvaluationContract,
  preferences: preferencesContract,
  'gateway-tokens': gatewayTokensContract,
  'gateway-dashboards': gatewayDashboardsContract,
}
