import { journalDrift } from '../../adapters/_shared/http/exchange'
import { thoughtSpotDashboardLibrary } from '../../adapters/dashboard-library/thoughtspot/thoughtspot-rest-dashboard-library'
import { thoughtSpotDashboardSurface } from '../../adapters/dashboard-surface/thoughtspot/thoughtspot-dashboard-surface'
import { thoughtSpotResearchAssistant } from '../../adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import { httpTokenService } from '../../adapters/token-service/http-token-service'
import type { Wirings } from '../surroundings'

export const wire: Wirings['bi'] = {
  tokenService: ({ hosts }, { journal }) =>
    httpTokenService({ baseUrl: hosts.tokenHost, drift: journalDrift(journal, 'token-service') }),
  ports: ({ settings, hosts, page }, { clock, journal, tokens }) => ({
    dashboardLibrary: thoughtSpotDashboardLibrary({
      baseUrl: hosts.biHost,
      version: settings.bi.restVersion,
      tokens: () => tokens.bound(),
      drift: journalDrift(journal, 'dashboard-library'),
    }),
    dashboardSurface: thoughtSpotDashboardSurface({
      loadSdk: () => import('../../adapters/dashboard-surface/thoughtspot/thoughtspot-sdk'),
      biHost: hosts.biHost,
      tokens,
      clock,
      journal,
      assetsOrigin: page.location.origin,
      watermarkImage: new URL(settings.bi.watermark, page.location.origin).href,
      dateColumn: settings.bi.dateColumn,
      timeZone: settings.bi.timeZone,
      conversation: settings.conversation,
      silence: settings.silence,
      window: page,
    }),
    researchAssistant: thoughtSpotResearchAssistant({
      baseUrl: hosts.biHost,
      tokens,
      timeZone: settings.bi.timeZone,
      drift: journalDrift(journal, 'research-assistant'),
    }),
  }),
}
