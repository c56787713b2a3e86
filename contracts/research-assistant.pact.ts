import { contract } from './contract'
import { researchAssistantContract } from './interactions/research-assistant'

contract('research-assistant', researchAssistantContract)
