/** Every origin that the portal may call or embed, made from the configuration and the adapter map, for the content security policy. */
export interface PortalPeers {
  /** Services that the page sends requests to. */
  readonly connect: readonly string[]
  /** Origins whose pages it shows in frames. */
  readonly frame: readonly string[]
  /** Among these, the BI host in use and every origin of its override. Their pages get the portal's own permissions. */
  readonly bi: readonly string[]
  /** Identity providers that redirect to a frame of the portal and accept a log-out form. */
  readonly forms?: readonly string[]
  /** Origins of the operator's logos. */
  readonly images?: readonly string[]
}

/** Hashes of a document's inline elements, as `sha256-…` sources. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/**
 * `strict` is for production. `development` allows what a dev server needs: inline style elements, a web socket, an
 * inline preamble, and no Trusted Types.
 */
export type PolicyMode = 'strict' | 'development'

/** Header value of the portal's content security policy. Its order and spelling are stable. */
export function contentSecurityPolicy(
  peers: PortalPeers,
  inline: InlineHashes,
  mode: PolicyMode = 'strict',
): string {
  const strict = mode === 'strict'
  const forms = (peers.forms ?? []).map(origin)
  // `form-action` also applies to the redirects after a form is sent.
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

/** Security headers of all responses of the portal. */
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
    // Fonts and logos, which the BI host's pages use, have another value: see `answersFor`.
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** The empty page that a silent sign-in redirects to, in a frame of the portal. Its URL then contains a secret. */
export const silentAnswerPath = '/open-data/silent.html'

export const silentAnswerHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** Powerful features that neither the portal nor a dashboard uses. */
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
 * Only the origin: a path, or a `;` or `*` in the host, must not become part of the policy.
 * @throws TypeError if the address is not an absolute http(s) URL with a plain host
 */
function origin(address: string): string {
  const { origin } = new URL(address)
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin)) {
    throw new TypeError(`Not an http or https address of a plain host: ${address}`)
  }
  return origin
}
