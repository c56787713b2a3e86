import { contract } from './interactions/contract'
import { researchAssistantContract } from './interactions/research-assistant'

contract('research-assistant', researchAssistantContract)
