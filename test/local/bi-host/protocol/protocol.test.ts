import { afterAll, beforeAll, describe, vi } from 'vitest'
import { answerClaims } from './answer-claims'
import { builderClaims } from './builder-claims'
import { claims } from './claims'
import { clientClaims } from './client-claims'
import { exampleClaims } from './example-claims'
import { messageClaims } from './message-claims'
import { sdkClaims } from './sdk-claims'
import { setStage, type Stage } from './stage'
import { stylingClaims } from './styling-claims'
import { viewClaims } from './view-claims'

vi.setConfig({ testTimeout: 120_000 })

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
}, 120_000)
afterAll(() => stage.close())

const claim = claims()

describe('the vendor’s SDK', () => sdkClaims(claim, () => stage))
describe('the vendor’s SDK in views of one sentence each', () => viewClaims(claim, () => stage))
describe('the portal’s style rules', () => stylingClaims(claim, () => stage))
describe('the vendor’s SDK on the chart builder', () => builderClaims(claim, () => stage))
describe('the vendor’s SDK on answers and conversations', () => answerClaims(claim, () => stage))
describe('the vendor’s SDK as clients use it', () => clientClaims(claim, () => stage))
describe('the vendor’s public examples', () => exampleClaims(claim, () => stage))
describe('messages by themselves', () => messageClaims(claim, () => stage))
