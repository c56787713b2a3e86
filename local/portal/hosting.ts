import { createHash } from 'node:crypto'
import {
  plainHeaders,
  policyName,
  quoted,
  referrerName,
  resourceName,
  sharedWithBi,
  unitedHeaders,
  unusual,
  type Hosting,
} from './headers-by-file'
import { mediaTypes } from './server'

export const hosts = ['nginx', 'caddy', 'netlify', 'cloudflare'] as const
export type Host = (typeof hosts)[number]

/** Configuration files by their names. */
export type ConfigurationFiles = Readonly<Record<string, string>>

/** What that host has to be told to answer as the local server does. Made of the same headers, file by file. */
export function hostingFiles(host: Host, hosting: Hosting): ConfigurationFiles {
  switch (host) {
    case 'nginx':
      return { 'assay.conf': nginx(hosting), 'assay-http.conf': nginxOnce }
    case 'caddy':
      return { Caddyfile: caddy(hosting) }
    case 'netlify':
      return {
        _headers: headersFile('netlify', hosting),
        _redirects: '/open-data/* /404.html 404\n/* /index.html 200\n',
        // The build has no such page: it goes to the site with the two others.
        '404.html': '<!doctype html><title>Not found</title><p>Not found</p>\n',
      }
    case 'cloudflare':
      // Without a 404.html Pages answers by the page of itself. Of each .html that has no such file beside it, Pages takes the ending
      // away by a redirect, and a silent sign-in would end at an address that is not the registered one.
      return { _headers: headersFile('cloudflare', hosting), 'open-data/silent': 'Not found\n' }
  }
}

const written = (host: string): string =>
  `# Written by npm run headers -- --for ${host}, for this build alone: write it anew after each build.
${later.map((line) => `# ${line}\n`).join('')}`

/** What each file tells and does not do: both are for whoever knows the domain. docs/operations.md has the reasons. */
const later = [
  'Once every host below this domain is https, send with every answer of it:',
  '  Strict-Transport-Security: max-age=31536000; includeSubDomains',
  'To collect what the policy blocks, put "; report-to csp" at the end of each Content-Security-Policy, and send:',
  '  Reporting-Endpoints: csp="https://<where reports go>"',
]

function nginxMap(
  from: string,
  to: string,
  usual: string,
  pairs: readonly (readonly [string, string])[],
): string {
  const lines = pairs.map(([key, value]) => `  ${quoted(key)} ${quoted(value)};\n`)
  return `map ${from} ${to} {\n  default ${quoted(usual)};\n${lines.join('')}}\n`
}

/** Each may stand in http { } once, and before the first map. */
const nginxOnce = `# Written by npm run headers -- --for nginx. Include it in http { } once, before everything that has a map.
map_hash_bucket_size 256;
map_hash_max_size 4096;
server_names_hash_bucket_size 256;
`

/** A word that no other portal has. As short as nginx wants names to be, however long the portal's own is. */
const wordOf = (portal: string): string =>
  createHash('sha256').update(new URL(portal).host).digest('hex').slice(0, 8)

/** Of two maps to one variable nginx takes the later one without a word: each portal has variables of its own. */
const variablesOf =
  ({ portal }: Hosting) =>
  (name: string): string =>
    `$assay_${name}_${wordOf(portal)}`

function nginx(hosting: Hosting): string {
  return `${written('nginx')}# Include it in http { }, after assay-http.conf. It needs the modules gzip_static and brotli_static (Debian: libnginx-mod-http-brotli-static).
${nginxMaps(hosting)}${nginxServers(hosting)}`
}

function nginxMaps(hosting: Hosting): string {
  const {
    [policyName]: policy = '',
    [referrerName]: referrer = '',
    [resourceName]: resource = '',
  } = plainHeaders(hosting)
  const { paths, readers } = sharedWithBi(hosting)
  const perFile = (name: string, usual: string) => unusual(hosting, name, usual)
  const shared = paths.map((path) => [path, 'Origin'] as const)
  const own = variablesOf(hosting)
  return `${nginxMap('$uri', own('policy'), policy, perFile(policyName, policy))}${nginxMap('$uri', own('referrer'), referrer, perFile(referrerName, referrer))}${nginxMap('$uri', own('resource'), resource, perFile(resourceName, resource))}${nginxMap('$uri', own('caching'), 'no-cache', perFile('Cache-Control', 'no-cache'))}map $status ${own('cache_control')} {
  default ${own('caching')};
  ~^[45] "no-store";
}
${nginxMap('$uri', own('vary'), '', shared)}map $http_origin ${own('reader')} {
  default "";
${readers.map((origin) => `  ${quoted(origin)} $http_origin;\n`).join('')}}
map ${own('vary')} ${own('allowed_origin')} {
  default "";
  "Origin" ${own('reader')};
}
`
}

/** Of an answer that only sends on. */
const sentOn = [
  `add_header ${policyName} "default-src 'none'; frame-ancestors 'none'" always;`,
  'add_header X-Content-Type-Options nosniff always;',
  `add_header ${referrerName} no-referrer always;`,
  `add_header ${resourceName} same-origin always;`,
  'add_header Cache-Control no-store always;',
]

const behind = `# Behind another proxy, let the log and the flag service have people's own addresses, by that proxy's word and nobody else's:
#   set_real_ip_from <address of the proxy>; real_ip_header X-Forwarded-For;
`

/** What else is listened for, and the first lines of the portal's own server. */
function nginxListening({ portal, addresses }: Hosting): string {
  const { hostname, port, protocol } = new URL(portal)
  const server = (lines: readonly string[]): string =>
    `server {\n${lines.map((line) => `  ${line}\n`).join('')}`
  const elsewhere = (...lines: readonly string[]): string =>
    `# The portal has one name: sign-in, storage and the policy all hang on the origin.
${server([...lines, 'server_tokens off;', ...sentOn, `return 307 ${portal}$request_uri;`])}}
`
  if (protocol === 'https:') {
    const tls = [
      `listen ${port || 443} ssl;`,
      'ssl_certificate /etc/assay/fullchain.pem;',
      'ssl_certificate_key /etc/assay/privkey.pem;',
    ]
    // The first server of a port answers for every name that is nobody's. Several portals cannot all be its default_server.
    return `# http is only ever sent on: nothing is served by it.
${server(['listen 80;', `server_name ${hostname};`, 'server_tokens off;', ...sentOn, `return 301 ${portal}$request_uri;`])}}
${elsewhere(...tls, `server_name ${wordOf(portal)}.invalid;`)}${behind}${server(tls)}`
  }
  if (addresses === undefined) return `${behind}${server([`listen ${port || 80};`])}`
  const listen = (rest: string): readonly string[] =>
    addresses.map((address) => `listen ${address}:${port || 80}${rest};`)
  return `${elsewhere(...listen(' default_server'))}${server(listen(''))}`
}

function nginxServers(hosting: Hosting): string {
  const { root, flags } = hosting
  const own = variablesOf(hosting)
  const {
    [policyName]: _policy,
    [referrerName]: _referrer,
    [resourceName]: _resource,
    ...others
  } = plainHeaders(hosting)
  const plain = (type: string): string => type.split(';', 1)[0] ?? ''
  const types = Object.entries(mediaTypes).map(([ending, type]) => `    ${plain(type)} ${ending.slice(1)};\n`)
  // HTML is among them by itself.
  const texts = Object.values(mediaTypes).filter(
    (type) => type.includes('charset') && plain(type) !== 'text/html',
  )
  return `${nginxListening(hosting)}  server_name ${new URL(hosting.portal).hostname};
  root ${quoted(root)};
  index index.html;
  absolute_redirect off;
  server_tokens off;
  gzip_static on;
  brotli_static on;
  gzip_vary on;
  # Behind a proxy too, which adds Via or asks in HTTP/1.0.
  gzip_proxied any;
  gzip_http_version 1.0;
  # A tag is made of time and size: keep the files' real times.
  etag on;
  # nginx sends 416 without any of the headers below.
  max_ranges 0;
  charset utf-8;
  charset_types ${[...new Set(texts.map(plain))].join(' ')};
  types {
${types.join('')}  }
  add_header ${policyName} ${own('policy')} always;
  add_header ${referrerName} ${own('referrer')} always;
  add_header ${resourceName} ${own('resource')} always;
${Object.entries(others)
  .map(([name, value]) => `  add_header ${name} ${quoted(value)} always;\n`)
  .join('')}  add_header Cache-Control ${own('cache_control')} always;
  add_header Vary ${own('vary')} always;
  add_header Access-Control-Allow-Origin ${own('allowed_origin')} always;
${flags === null ? '' : nginxFlags(hosting, flags)}  location ~ /\\. {
    return 404;
  }
  # The compressed twins are for negotiation only.
  location ~ \\.(?:br|gz)$ {
    return 404;
  }
  location /open-data/ {
    try_files $uri \${uri}index.html =404;
  }
  # A file or nothing.
  location ~ \\.[^/]*$ {
    try_files $uri =404;
  }
  location / {
    try_files $uri \${uri}index.html /index.html;
  }
  error_page 404 @missing;
  location @missing {
    types { }
    default_type text/plain;
    return 404 "Not found\\n";
  }
}
`
}

/** nginx alone would send people's names and e-mail addresses to whoever answers there. The authorities are Debian's. */
const verified = `    proxy_ssl_server_name on;
    proxy_ssl_verify on;
    proxy_ssl_verify_depth 3;
    proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;
`

/** nginx looks a name up as it runs only where the address is a variable. */
function lookedUp(hosting: Hosting, origin: string): string {
  const { resolver = null } = hosting
  if (resolver === null) return `    proxy_pass ${origin};\n`
  const service = variablesOf(hosting)('flags')
  return `    resolver ${resolver} valid=30s;
    resolver_timeout 2s;
    set ${service} ${origin};
    proxy_pass ${service};
`
}

/** A key of the service is added here, where nobody reads it: proxy_set_header X-API-Key …; */
const nginxFlags = (hosting: Hosting, origin: string): string => {
  const service = `${lookedUp(hosting, origin)}${origin.startsWith('https:') ? verified : ''}`
  return `  location /ofrep/ {
    # A key that the service wants: proxy_set_header X-API-Key …;
${service}    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Origin "";
    # What the browser says of itself in such headers is not believed.
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Forwarded "";
    proxy_connect_timeout 2s;
    # A stream of changes says nothing for long, and then at once.
    proxy_buffering off;
    proxy_read_timeout 1h;
    location = /ofrep/v1/evaluate/flags {
${service.replace(/^(?=.)/gm, '  ')}      proxy_buffering on;
      proxy_read_timeout 5s;
    }
  }
`
}

/** Where a proxy shares its address, the service is found by its own name. */
const caddyFlags = (origin: string): string => `  handle /ofrep/* {
    reverse_proxy ${origin} {
      header_up Host {upstream_hostport}
      header_up -Origin
    }
  }
`

const compressedFiles = `    file_server {
      precompressed br gzip
    }
`

function caddy(hosting: Hosting): string {
  const { portal, root, flags } = hosting
  const headers = unitedHeaders(hosting)
  const { paths: shared, readers } = sharedWithBi(hosting)
  const cached = unusual(hosting, 'Cache-Control', 'no-cache')
  const groups = [...new Set(cached.map(([, value]) => value))].map(
    (value, index) => `  @caching${index} path ${cached
      .filter((one) => one[1] === value)
      .map(([path]) => path)
      .join(' ')}
  header @caching${index} Cache-Control ${quoted(value)}
`,
  )
  // With -Server among them Caddy writes the headers of that block last, over all others: what a file has otherwise is not in it.
  const { [referrerName]: referrer = '', [resourceName]: resource = '', ...others } = headers
  const silent = unusual(hosting, referrerName, referrer)
  const own = silent.map(([path, value]) => `  header ${path} ${referrerName} ${quoted(value)}\n`)
  const cors = readers.map(
    (origin, index) => `  @reader${index} {
    path ${shared.join(' ')}
    header Origin ${origin}
  }
  header @reader${index} Access-Control-Allow-Origin ${quoted(origin)}
`,
  )
  return `${written('caddy')}(assay) {
  header {
${Object.entries(others)
  .map(([name, value]) => `    ${name} ${quoted(value)}\n`)
  .join('')}    -Server
  }
}
${portal} {
  root * ${quoted(root)}
  import assay
  header ?Cache-Control "no-cache"
  @shared path ${shared.join(' ')}
  header @shared +Vary Origin
  header @shared ${resourceName} "cross-origin"
  @unshared not path ${shared.join(' ')}
  header @unshared ${resourceName} ${quoted(resource)}
  @others not path ${silent.map(([path]) => path).join(' ')}
  header @others ${referrerName} ${quoted(referrer)}
${groups.join('')}${own.join('')}${cors.join('')}${flags === null ? '' : caddyFlags(flags)}  @hidden path_regexp (/\\.|\\.(br|gz)$)
  handle @hidden {
    error 404
  }
  @written {
    not method GET HEAD
    not path /ofrep/*
  }
  handle @written {
    error 405
  }
  handle /open-data/* {
    try_files {path} {path}index.html
${compressedFiles}  }
  @file path_regexp \\.[^/]*$
  handle @file {
${compressedFiles}  }
  handle {
    try_files {path} {path}index.html /index.html
${compressedFiles}  }
  handle_errors {
    import assay
    header ${resourceName} ${quoted(resource)}
    header ${referrerName} ${quoted(referrer)}
    header Cache-Control "no-store"
    header Content-Type "text/plain; charset=utf-8"
    respond "{err.status_text}" {err.status_code}
  }
}
`
}

/**
 * The form that Netlify and Cloudflare Pages share. Both compress by themselves, and neither can tell who asks. Pages joins the values
 * of two rules unless the later one takes the earlier's away, and lets everybody read everything.
 */
function headersFile(host: 'netlify' | 'cloudflare', hosting: Hosting): string {
  const headers = unitedHeaders(hosting)
  const allowed = 'Access-Control-Allow-Origin'
  const rule = (path: string, lines: readonly (readonly [string, string])[], without: readonly string[]) =>
    [
      `${path}\n`,
      ...(host === 'cloudflare' ? without.map((name) => `  ! ${name}\n`) : []),
      ...lines.map(([name, value]) => `  ${name}: ${value}\n`),
    ].join('')
  const [reader] = [...hosting.answers.values()].flatMap(({ readers }) => readers)
  return [
    written(host),
    rule('/*', Object.entries(headers), [allowed]),
    ...[...hosting.answers].flatMap(([path, answer]) => {
      const own = [referrerName, resourceName].flatMap((name) => {
        const value = answer.headers[name] ?? ''
        return value === headers[name] ? [] : [[name, value] as const]
      })
      const caching = answer.headers['Cache-Control'] ?? 'no-cache'
      const lines = [...(caching === 'no-cache' ? [] : [['Cache-Control', caching] as const]), ...own]
      // One reader alone can be named: the BI host in use.
      if (answer.readers.length > 0 && reader !== undefined) lines.push([allowed, reader])
      const replaced = own.map(([name]) => name)
      return lines.length === 0 ? [] : [rule(path, lines, replaced)]
    }),
  ].join('')
}
