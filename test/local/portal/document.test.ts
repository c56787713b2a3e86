import { createHash } from 'node:crypto'
import { assert, dictionary, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inlineHashes, withConfiguration, withoutIdleHints } from '../../../local/portal/configuration'

const page = '<!doctype html><html><head><title>Assay</title></head><body></body></html>'
const block = /<script type="application\/json" id="portal-configuration">([^<]*)<\/script>/

describe('run-time configuration in the document', () => {
  it('comes back as it was written, whatever the values are', () => {
    assert(
      property(dictionary(string(), string({ unit: 'binary' })), (values) => {
        const [, json = ''] = block.exec(withConfiguration(page, values)) ?? []
        expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(values))
      }),
    )
  })

  it('cannot end its element or begin another', () => {
    const html = withConfiguration(page, { name: '</script><script>alert(1)</script><!-- $& $1' })
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain('$& $1')
  })

  it('takes the place of the block that the build carries', () => {
    const built = page.replace(
      '</head>',
      '<script id="portal-configuration" type="application/json">{}</script></head>',
    )
    const html = withConfiguration(built, { name: 'Assay' })
    expect(html.match(/portal-configuration/g)).toHaveLength(1)
    expect(html).toContain('{"name":"Assay"}')
  })

  it('refuses a document without a head', () => {
    expect(() => withConfiguration('<p>', {})).toThrow('no head')
  })
})

describe('hints for files that are soon needed', () => {
  const hint = (file: string, vendor = ''): string =>
    `<link rel="modulepreload" crossorigin href="/open-data/${file}"${vendor}>`
  const both = `${hint('shell.js')}\n${hint('auth0.js', ' data-for="ASSAY_IDENTITY=auth0"')}\n`

  it('stay for the vendors that are configured, and for those that hold by themselves', () => {
    expect(withoutIdleHints(both, { ASSAY_IDENTITY: 'auth0' })).toBe(both)
    expect(withoutIdleHints(both, {})).toBe(both)
  })

  it('go for the others', () => {
    expect(withoutIdleHints(both, { ASSAY_IDENTITY: 'oidc' })).toBe(`${hint('shell.js')}\n`)
  })
})

describe('hashes of inline parts', () => {
  const sha = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

  it('cover scripts and styles to the letter, and neither data blocks nor files', () => {
    const html = `<script>\n theme() </script><script type="module">go()</script><script src="/a.js"></script>
      <script type="application/json">{"a":1}</script><style>\nbody{}</style>`
    expect(inlineHashes(html)).toEqual({
      scripts: [sha('\n theme() '), sha('go()')],
      styles: [sha('\nbody{}')],
    })
  })

  it('are none for a document that only refers to files', () => {
    expect(
      inlineHashes('<link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script>'),
    ).toEqual({
      scripts: [],
      styles: [],
    })
  })
})
