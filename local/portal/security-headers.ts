/** Every origin the portal may speak to or show. One list for the policy, made of the configuration by the map of adapters. */
export interface PortalPeers {
  /** Services that the page calls. */
  readonly connect: readonly string[]
  /** Whose pages it shows in frames. */
  readonly frame: readonly string[]
  /** Of these the BI host in use and every origin that its override may choose: dashboards may do what the portal itself may. */
  readonly bi: readonly string[]
  /** Providers whose answer comes back to a frame of the portal's own, and who take a form that logs out. */
  readonly forms?: readonly string[]
  /** Where logos come from that are not the portal's own. */
  readonly images?: readonly string[]
}

/** What one document carries in itself, as `sha256-…` sources. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/**
 * `strict` is what people get. `development` allows what a dev server needs: its inline style elements, its
 * web socket, its inline preamble, and no Trusted Types.
 */
export type PolicyMode = 'strict' | 'development'

/** The portal's content security policy, as the value of the header. Order and spelling are stable. */
export function contentSecurityPolicy(
  peers: PortalPeers,
  inline: InlineHashes,
  mode: PolicyMode = 'strict',
): string {
  const strict = mode === 'strict'
  const forms = (peers.forms ?? []).map(origin)
  // Of the answer to a form, too, the browser asks whether the page may send one there.
  const own = forms.length === 0 ? [] : ["'self'"]
  const directives: readonly (readonly string[])[] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...(strict ? quoted(inline.scripts) : ["'unsafe-inline'"])],
    ['style-src', "'self'", ...(strict ? quoted(inline.styles) : ["'unsafe-inline'"])],
    ['connect-src', "'self'", ...peers.connect.map(origin), ...(strict ? [] : ['ws:'])],
    ['frame-src', ...own, ...peers.frame.map(origin)],
    ['worker-src', "'self'"],
    ['img-src', "'self'", 'data:', ...(peers.images ?? []).map(origin)],
    ['font-src', "'self'"],
    ['manifest-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', ...(forms.length === 0 ? ["'none'"] : [...own, ...forms])],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ...(strict
      ? [
          ['require-trusted-types-for', "'script'"],
          ['trusted-types', 'default'],
        ]
      : []),
  ]
  return directives.map((directive) => [...new Set(directive)].join(' ')).join('; ')
}

/** All headers of the portal's answers, whatever they carry. */
export function securityHeaders(
  peers: PortalPeers,
  inline: InlineHashes,
  mode: PolicyMode = 'strict',
): Readonly<Record<string, string>> {
  const shared = ['self', ...new Set(peers.bi.map((address) => `"${origin(address)}"`))].join(' ')
  const refused = refusedFeatures.map((feature) => `${feature}=()`)
  const granted = ['fullscreen', 'clipboard-read', 'clipboard-write'].map(
    (feature) => `${feature}=(${shared})`,
  )
  return {
    'Content-Security-Policy': contentSecurityPolicy(peers, inline, mode),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin',
    'Permissions-Policy': [...granted, ...refused].join(', '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Fonts and marks, which the BI host's pages draw with, have another one: see `answersFor`.
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** The page that a silent sign-in ends at, in a frame of the portal's: it is empty, and its address is a secret. */
export const silentAnswerPath = '/open-data/silent.html'

export const silentAnswerHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Powerful features that neither the portal nor a dashboard has any use for. */
const refusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

function quoted(hashes: readonly string[]): readonly string[] {
  return hashes.map((hash) => `'${hash}'`)
}

/**
 * The origin alone: a path, or a `;` or `*` in its host, must not become part of the policy.
 * @throws TypeError when the address is no absolute http(s) address of a plain host.
 */
function origin(address: string): string {
  const { origin } = new URL(address)
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin)) {
    throw new TypeError(`Not an http or https address of a plain host: ${address}`)
  }
  return origin
}
