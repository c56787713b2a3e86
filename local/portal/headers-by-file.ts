import { securityHeaders, silentAnswerPath, type PortalPeers } from './security-headers'
import type { Answer } from './server'

/** A built portal as the local server would answer with it, and where it is to be served. */
export interface Hosting {
  /** By path from the root of the site. */
  readonly answers: ReadonlyMap<string, Answer>
  readonly peers: PortalPeers
  /** Origin of the portal, without a trailing slash. */
  readonly portal: string
  /** The folder on the server that holds the built portal. */
  readonly root: string
  /** Origin of a flag service to hand `/ofrep/` on to; null for none. */
  readonly flags: string | null
  /** The DNS server by which nginx looks that service's name up while it runs; without one it does so once, at its start. */
  readonly resolver?: string | null
  /** The addresses it listens on, where that is not every one of the machine; other names are then sent to the portal's own. */
  readonly addresses?: readonly string[]
}

const noInline = { scripts: [], styles: [] }
export const policyName = 'Content-Security-Policy'
export const referrerName = 'Referrer-Policy'
/** Fonts and marks have another one than the rest: pages of the BI host draw with them. */
export const resourceName = 'Cross-Origin-Resource-Policy'

/** Every header that depends on nothing, and the policy of a file that carries no scripts or styles in itself. */
export const plainHeaders = ({ peers }: Hosting) => securityHeaders(peers, noInline)

/** Paths and values of one header, where it is not `usual`. */
export function unusual(
  { answers }: Hosting,
  name: string,
  usual: string,
): readonly (readonly [string, string])[] {
  return [...answers].flatMap(([path, { headers }]) => {
    const value = headers[name] ?? usual
    return value === usual ? [] : [[path, value] as const]
  })
}

/** Files that the BI host's pages may read, and the origins of those pages. */
export function sharedWithBi({ answers }: Hosting) {
  const shared = [...answers].filter(([, { readers }]) => readers.length > 0)
  return {
    paths: shared.map(([path]) => path),
    readers: [...new Set(shared.flatMap(([, { readers }]) => readers))],
  }
}

/**
 * One policy for every file, for hosts that cannot tell them apart: the hashes of all pages, and frames for the portal alone, which
 * shows the page that a silent sign-in ends at in one.
 */
function unitedPolicy(hosting: Hosting): string {
  const usual = plainHeaders(hosting)[policyName] ?? ''
  const own = unusual(hosting, policyName, usual).map(([, policy]) => policy)
  const hashes = (directive: string): string =>
    [
      ...new Set(
        own.flatMap((policy) =>
          [...(directiveOf(policy, directive)?.matchAll(/'sha256-[^']+'/g) ?? [])].map(String),
        ),
      ),
    ]
      .map((hash) => ` ${hash}`)
      .join('')
  const ancestors = directiveOf(
    hosting.answers.get(silentAnswerPath)?.headers[policyName] ?? '',
    'frame-ancestors',
  )
  return usual
    .split('; ')
    .map((part) =>
      /^(script|style)-src /.test(part) ? `${part}${hashes(part.split(' ', 1)[0] ?? '')}` : part,
    )
    .map((part) => (part.startsWith('frame-ancestors ') ? (ancestors ?? part) : part))
    .join('; ')
}

export const unitedHeaders = (hosting: Hosting): Readonly<Record<string, string>> => ({
  ...plainHeaders(hosting),
  [policyName]: unitedPolicy(hosting),
})

const directiveOf = (policy: string, name: string): string | undefined =>
  policy.split('; ').find((part) => part.startsWith(`${name} `))

export const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
