import { alwaysNeeded, variables } from './configuration-table'
import {
  noPreview,
  originProblem,
  splitOrigins,
  staging,
  switchChoices,
  type ConfigurationProblem,
} from './configuration-values'

/** A problem as text: a clause without a period, to follow the name of the variable. */
export interface DescribedProblem {
  readonly variable: string
  readonly problem: string
}

/** In a separate module, because a correctly configured portal never needs these texts. */
export function describe({ variable, kind, given }: ConfigurationProblem): DescribedProblem {
  return { variable, problem: words(variable, kind, given) }
}

function words(name: string, kind: ConfigurationProblem['kind'], given: string): string {
  switch (kind) {
    case 'not-text':
      return 'it is not text'
    case 'missing':
      return 'it must be given'
    case 'missing-preview':
      return `it must be given: the SHA-256 of a secret, or "${noPreview}" for no preview`
    case 'missing-staging':
      return `it must be given, as ${staging.find((other) => other !== name)} is: a staging page needs both`
    case 'missing-here':
      return 'it must be given: this is a staging page'
    case 'public-preview':
      return `it is that of the local stack, which everybody can read; give your own, or "${noPreview}"`
    case 'local-id':
      return `it is the local stack’s; give your own${alwaysNeeded.includes(name) ? '' : ', or leave it empty'}`
    case 'unknown':
      return 'there is no such variable'
    case 'text':
      return 'it is longer than 200 characters'
    case 'choice': {
      const choices = variables.find((variable) => variable.name === name)?.choices ?? switchChoices
      return `"${given}" is none of ${choices.join(', ')}`
    }
    case 'origin':
    case 'credentials':
    case 'not-bare':
    case 'http':
      return aboutOrigin(kind, atFault(kind, given))
    case 'query':
      return 'it has a query or a fragment'
    case 'address':
      return `"${given}" is neither a web address nor a path that begins with "/"`
    case 'id':
      return `"${given}" is not an id: 1 to 64 letters, digits, "-" or "_"`
    case 'uuid':
      return `"${given}" is not a UUID`
    case 'sha256':
      return `it is neither a SHA-256 in hex (64 characters) nor "${noPreview}"`
    case 'seconds':
      return `"${given}" is not a number of seconds from 5 to 86400`
    case 'scope':
      return 'it lacks the scope "openid"'
    case 'pairs':
      return 'it is not "name=value,name=value" of ASCII characters, percent-encoded'
    case 'zone':
      return `"${given}" is no time zone; give an IANA name, as in "Europe/Berlin"`
  }
}

/** The first origin in the list with this problem. */
function atFault(kind: string, given: string): string {
  const has = (origin: string): boolean =>
    [true, false].some((vendor) => originProblem(origin, vendor) === kind)
  return splitOrigins(given).find(has) ?? given
}

function aboutOrigin(kind: 'origin' | 'credentials' | 'not-bare' | 'http', origin: string): string {
  switch (kind) {
    case 'origin':
      return origin.includes('*')
        ? `"${origin}" names several hosts: name each one`
        : `"${origin}" does not begin with https://`
    case 'credentials':
      return 'it carries credentials'
    case 'not-bare': {
      const url = new URL(origin)
      const isHere = originProblem(url.origin, false) === null
      return `"${origin}" must be a bare origin, as in "${isHere ? url.origin : `https://${url.host}`}"`
    }
    case 'http':
      return `"${origin}" must use https`
  }
}
