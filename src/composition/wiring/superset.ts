import { journalDrift } from '../../adapters/_shared/http/exchange'
import { gatewayDashboardLibrary } from '../../adapters/dashboard-library/superset/gateway-dashboard-library'
import { supersetDashboardSurface } from '../../adapters/dashboard-surface/superset/superset-dashboard-surface'
import { gatewayTokenService } from '../../adapters/token-service/superset/gateway-token-service'
import { fail } from '../../core/kernel/result'
import type { Wirings } from '../surroundings'

/** The gateway in front of Superset is the token service and stores users' own dashboards. Superset has no assistant. */
export const wire: Wirings['bi'] = {
  tokenService: ({ hosts }, { journal }) =>
    gatewayTokenService({ baseUrl: hosts.tokenHost, drift: journalDrift(journal, 'token-service') }),
  ports: ({ settings, hosts, page }, { clock, journal, session, tokens }) => ({
    dashboardLibrary: gatewayDashboardLibrary({
      baseUrl: hosts.tokenHost,
      accessToken: (how) => session.accessToken(how),
      drift: journalDrift(journal, 'dashboard-library'),
    }),
    dashboardSurface: supersetDashboardSurface({
      biHost: hosts.biHost,
      tokens,
      clock,
      journal,
      silence: settings.silence,
      window: page,
    }),
    researchAssistant: {
      open: () => Promise.resolve(fail({ kind: 'not-supported' })),
      ask: () => Promise.resolve(fail({ kind: 'not-supported' })),
    },
  }),
}
