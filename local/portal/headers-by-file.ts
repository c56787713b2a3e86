import { securityHeaders, silentAnswerPath, type PortalPeers } from './security-headers'
import type { Answer } from './server'

/** The local server's responses for a built portal, and where the portal is to be hosted. */
export interface Hosting {
  /** Responses by path from the root of the site. */
  readonly answers: ReadonlyMap<string, Answer>
  readonly peers: PortalPeers
  /** Origin of the portal, without a trailing slash. */
  readonly portal: string
  /** Folder of the built portal on the server. */
  readonly root: string
  /** Origin of the flag service that `/ofrep/` is proxied to; null for none. */
  readonly flags: string | null
  /** DNS server with which nginx resolves that service while it runs. Without one, nginx resolves it once, at its start. */
  readonly resolver?: string | null
  /** Addresses to listen on; default all. With http, requests for other host names are then redirected to the portal's origin. */
  readonly addresses?: readonly string[]
}

const noInline = { scripts: [], styles: [] }
export const policyName = 'Content-Security-Policy'
export const referrerName = 'Referrer-Policy'
/** Fonts and logos have another value than other files, because the BI host's pages use them. */
export const resourceName = 'Cross-Origin-Resource-Policy'

/** Default headers, with the content security policy of a file without inline scripts or styles. */
export const plainHeaders = ({ peers }: Hosting) => securityHeaders(peers, noInline)

/** Paths and values of one header where the value is not `usual`. */
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
 * One content security policy for all files, for hosts that cannot vary it by file. It has the hashes of all pages, and allows framing by
 * the portal itself, which the redirect page of silent sign-in needs.
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
