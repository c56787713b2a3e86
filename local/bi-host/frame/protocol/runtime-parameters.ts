import type { RangeId } from '../../wire/board'
import { flagPairs } from './flags'
import { asFields, asList, asText, type Fields } from './read'
import { rangeIds } from '../../wire/ranges'

/** A parameter the embedding page sets by name. */
export interface RuntimeParameter {
  readonly name: string
  readonly value: string
  /** Whether people may see and change it themselves. */
  readonly visible: boolean
}

/** The one parameter that every board has: how far back it looks. */
export const rangeParameter = 'Time range'

/** `param1=Time range&paramVal1=30D&param2=…`, from the init payload or the frame address. */
function parseParameterText(text: string): readonly RuntimeParameter[] {
  const pairs = flagPairs(text)
  return pairs.flatMap(([key, name]) => {
    const at = /^param(\d+)$/.exec(key)?.[1]
    const value = pairs.find(([other]) => other === `paramVal${at}`)?.[1]
    return at === undefined || name === '' || value === undefined ? [] : [{ name, value, visible: true }]
  })
}

/** `[{name, value, isVisibleToUser?}]`, as the host event sends it. */
export function parseParameterList(value: unknown): readonly RuntimeParameter[] {
  return (asList(value) ?? []).flatMap((item) => {
    const { name, value: given, isVisibleToUser } = asFields(item)
    const text = asText(name)
    const plain = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
    return text === undefined || !plain
      ? []
      : [{ name: text, value: String(given), visible: isVisibleToUser !== false }]
  })
}

/** Parameters of an init payload or a full set: text or list, in the payload or in the address. */
export function runtimeParametersOf(payload: Fields, search: string): readonly RuntimeParameter[] {
  const text = asText(payload['runtimeParameterParams'])
  if (text !== undefined) return parseParameterText(text)
  const list = parseParameterList(payload['runtimeParameters'])
  return list.length > 0 ? list : parseParameterText(search)
}

/** Those that are set anew lie over those from before. */
export function withParameters(
  before: readonly RuntimeParameter[],
  next: readonly RuntimeParameter[],
): readonly RuntimeParameter[] {
  return [...before.filter(({ name }) => next.every((other) => other.name !== name)), ...next]
}

const isRange = ({ name }: RuntimeParameter): boolean => name.toLowerCase() === rangeParameter.toLowerCase()

/** The range that the parameters ask for; `null` when they ask for none there is. */
export function rangeOf(parameters: readonly RuntimeParameter[]): RangeId | null {
  const wanted = parameters.find(isRange)?.value.toUpperCase()
  return rangeIds.find((range) => range === wanted) ?? null
}

/** The time range as the page around is told of it. `visible`: a person may choose it too. */
export const rangeView = (value: RangeId | null, allowed: readonly RangeId[], visible: boolean): object => ({
  id: rangeParameter,
  name: rangeParameter,
  dataType: 'CHAR',
  value,
  allowedValues: allowed,
  isVisibleToUser: visible,
})

export function mayChooseRange(parameters: readonly RuntimeParameter[]): boolean {
  return parameters.find(isRange)?.visible ?? true
}
