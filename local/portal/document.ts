import { createHash } from 'node:crypto'
import type { InlineHashes } from './security-headers'

/** Identifier of the element that carries the run-time configuration. */
const configurationElement = 'portal-configuration'

/**
 * Writes the configuration into the document as a data block, in the place of one that is there already or at the end
 * of the head. No value can end the element, whatever is in it.
 */
export function withConfiguration(html: string, configuration: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(configuration)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const block = `<script type="application/json" id="${configurationElement}">${json}</script>`
  const present = new RegExp(`<script[^>]*\\bid="${configurationElement}"[^>]*>[^<]*</script>`)
  if (present.test(html)) return html.replace(present, () => block)
  if (!html.includes('</head>')) throw new Error('The document has no head to write the configuration into.')
  return html.replace('</head>', () => `${block}</head>`)
}

/**
 * Leaves out the hints for files that this configuration has no use for. The build marks them: `data-for` names the variable and
 * the value that they belong to.
 */
export function withoutIdleHints(html: string, configuration: Readonly<Record<string, unknown>>): string {
  return html.replaceAll(
    /<link\b[^>]*\bdata-for="(\w+)=(\w+)"[^>]*>\s*/g,
    (hint: string, variable: string, value: string) =>
      (configuration[variable] ?? value) === value ? hint : '',
  )
}

/** Hashes of the script and style elements that a document carries in itself. Data blocks are not scripts. */
export function inlineHashes(html: string): InlineHashes {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && runs(attributes))
    .map(([, , content = '']) => sha256(content))
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, content = '']) =>
    sha256(content),
  )
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] }
}

/** Only an element without a type, or with one of these, is executed and so judged by the policy. */
function runs(attributes: string): boolean {
  const type = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1]?.toLowerCase() ?? ''
  return [
    '',
    'module',
    'text/javascript',
    'application/javascript',
    'importmap',
    'speculationrules',
  ].includes(type)
}

function sha256(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
