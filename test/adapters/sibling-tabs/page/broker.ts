import { systemClock } from '../../../../src/adapters/clock/system-clock'
import { memoryIdentityProvider } from '../../../../src/adapters/identity-provider/memory/memory-identity-provider'
import { memoryJournal } from '../../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../../src/adapters/page-address/memory-page-address'
import { webSiblingTabs } from '../../../../src/adapters/sibling-tabs/web-sibling-tabs'
import { httpTokenService } from '../../../../src/adapters/token-service/http-token-service'
import { createSessionStore } from '../../../../src/core/session/session-store'
import { createTokenBroker } from '../../../../src/core/tokens/token-broker'

/** The operations that the test has on a tab. */
export interface BrokerInPage {
  /** The token, or the kind of failure. */
  token(): Promise<string>
  drop(value: string): void
  /** Returned from the back/forward cache. */
  restored: boolean
}

interface TestPage extends Window {
  broker?: BrokerInPage
}

const page: TestPage = window
const query = new URLSearchParams(page.location.search)
const subject = query.get('person')
const journal = memoryJournal()
const session = createSessionStore({
  clock: systemClock(),
  identityProvider: memoryIdentityProvider(
    subject === null ? {} : { user: { subject, issuer: 'https://identity.invalid/' } },
  ),
  journal,
  keyValueStore: memoryKeyValueStore(),
  pageAddress: memoryPageAddress('/home'),
  tabStore: memoryKeyValueStore(),
})
const broker = createTokenBroker(
  {
    clock: systemClock(),
    journal,
    session,
    siblingTabs: webSiblingTabs(page, query.get('name') ?? ''),
    tokenService: httpTokenService({ baseUrl: page.location.origin }),
  },
  { hosts: { tokenHost: '', biHost: '' }, lifetimeMs: Number(query.get('lifetime')) },
)
void session.start({
  address: page.location.href,
  query: { code: null, state: null, error: null, errorDescription: null },
})

const own: BrokerInPage = {
  async token() {
    const result = await broker.token()
    return result.ok ? result.value.value : result.failure.kind
  },
  drop: (value) => broker.drop(value),
  restored: false,
}
page.addEventListener('pageshow', (event) => {
  own.restored = event.persisted
})
page.broker = own
