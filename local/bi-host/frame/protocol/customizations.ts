import { asFields, asText, type Fields } from './read'

/** Style and texts set by the embedding page. */
export interface Customizations {
  /** `--ts-var-…` names and values. */
  readonly variables: Readonly<Record<string, string>>
  /** Selector (or `@font-face`) to declarations. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly cssUrl: string | null
  /** Visible text to replacement. */
  readonly strings: Readonly<Record<string, string>>
  /** Message id to text. */
  readonly stringIDs: Readonly<Record<string, string>>
}

export const noCustomizations: Customizations = {
  variables: {},
  rules: {},
  cssUrl: null,
  strings: {},
  stringIDs: {},
}

/** Reads the `customisations` of an init payload or an update. Drops names that are not vendor variables. */
export function readCustomizations(value: unknown): Customizations {
  const fields = asFields(value)
  const style = asFields(fields['style'])
  const css = asFields(style['customCSS'])
  const content = asFields(fields['content'])
  const rules = Object.entries(asFields(css['rules_UNSTABLE'])).map(
    ([selector, declarations]) => [selector, textsOf(asFields(declarations))] as const,
  )
  return {
    variables: Object.fromEntries(
      Object.entries(textsOf(asFields(css['variables']))).filter(([name]) => /^--ts-var-[\w-]+$/.test(name)),
    ),
    rules: Object.fromEntries(rules),
    cssUrl: asText(style['customCSSUrl']) ?? null,
    strings: textsOf(asFields(content['strings'])),
    stringIDs: textsOf(asFields(content['stringIDs'])),
  }
}

/** The customizations of a payload, in either spelling. `null` if it has none. */
export function customizationsOf(payload: Fields): Customizations | null {
  const given = payload['customisations'] ?? payload['customizations']
  return given === undefined || given === null ? null : readCustomizations(given)
}

function textsOf(fields: Fields): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') texts[key] = value
    else if (typeof value === 'number') texts[key] = String(value)
  }
  return texts
}
