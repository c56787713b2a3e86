import {
  dashboardLibraryRoutes,
  dashboardLibraryRoutesV2,
} from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { gatewayLibraryRoutes } from '../../src/adapters/dashboard-library/superset/gateway-dashboard-library'
import { gatewayTokenRoutes } from '../../src/adapters/token-service/superset/gateway-token-service'
import { flagEvaluationRoutes } from '../../src/adapters/flag-source/ofrep/client'
import { researchAssistantRoutes } from '../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import { preferenceRoutes } from '../../src/adapters/preference-service/http-preference-service'
import { tokenServiceRoutes } from '../../src/adapters/token-service/http-token-service'
import type { Ports } from '../../src/core/ports'
import type { PactInteraction } from './pact-file'

export interface Route {
  readonly method: string
  readonly path: string
}

export type RouteTable = Readonly<Record<string, Route>>

/** A provider, its port, and the calls of its adapter. */
export interface Provider {
  readonly name: string
  readonly port: keyof Ports
  readonly routes: RouteTable
  /** Titles of the screens that depend on it, for the contract page. */
  readonly screens: readonly string[]
}

const dashboards = ['Home and curated dashboards', 'Dashboard Gallery', 'All Dashboards']
const research = ['Deep Research', 'Data Weaver']

/** Every provider that the portal calls over HTTP with its own adapter. The route tables are the adapters' own. */
export const providers: readonly Provider[] = [
  {
    name: 'token-service',
    port: 'tokenService',
    routes: tokenServiceRoutes,
    screens: [...dashboards, ...research],
  },
  {
    name: 'dashboard-library',
    port: 'dashboardLibrary',
    routes: dashboardLibraryRoutes,
    screens: ['Dashboard Gallery', 'All Dashboards'],
  },
  {
    name: 'dashboard-library-v2',
    port: 'dashboardLibrary',
    routes: dashboardLibraryRoutesV2,
    screens: ['Dashboard Gallery', 'All Dashboards'],
  },
  {
    name: 'research-assistant',
    port: 'researchAssistant',
    routes: researchAssistantRoutes,
    screens: ['Deep Research'],
  },
  {
    name: 'flag-evaluation',
    port: 'flagSource',
    routes: flagEvaluationRoutes,
    screens: ['Every page: what a flag shows or hides'],
  },
  {
    name: 'preferences',
    port: 'preferenceService',
    routes: preferenceRoutes,
    screens: ['Favorites, on every page'],
  },
  {
    name: 'gateway-tokens',
    port: 'tokenService',
    routes: gatewayTokenRoutes,
    screens: dashboards,
  },
  {
    name: 'gateway-dashboards',
    port: 'dashboardLibrary',
    routes: gatewayLibraryRoutes,
    screens: ['Dashboard Gallery', 'All Dashboards'],
  },
]

export interface Operation {
  /** The name in the route table. */
  readonly name: string
  /** `METHOD /path`, and the operation's name if several share a URL, as in GraphQL. */
  readonly call: string
}

export function operationsOf(table: RouteTable): readonly Operation[] {
  const routes = Object.entries(table)
  return routes.map(([name, { method, path }]) => {
    const sharers = routes.filter(([, other]) => other.method === method && other.path === path)
    return { name, call: sharers.length > 1 ? `${method} ${path} ${name}` : `${method} ${path}` }
  })
}

/** The call of an interaction, in the same format. */
export function callOf({ request }: PactInteraction): string {
  const body = request['body'] as { readonly content?: unknown } | undefined
  return callNamed(request.method, request.path, body?.content)
}

/** `METHOD /path`, with `:id` for an id in the path, and the operation name from the body. */
export function callNamed(method: string, path: string, body?: unknown): string {
  const name = (body as { readonly operationName?: unknown } | null | undefined)?.operationName
  // An id in the path is a parameter of the state.
  const pattern = path.replaceAll(/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\/|$)/g, '/:id')
  return `${method} ${pattern}${typeof name === 'string' ? ` ${name}` : ''}`
}
