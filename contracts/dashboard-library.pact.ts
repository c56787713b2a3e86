import { contract } from './contract'
import { dashboardLibraryContract } from './interactions/dashboard-library'

contract('dashboard-library', dashboardLibraryContract)
