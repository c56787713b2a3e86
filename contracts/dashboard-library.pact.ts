import { contract } from './interactions/contract'
import { dashboardLibraryContract } from './interactions/dashboard-library'

contract('dashboard-library', dashboardLibraryContract)
