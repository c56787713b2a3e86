import type { Drawing, DrawContext } from './drawing'
import type { ChartOption } from './engine'

/** What every picture shares, on screen and in a file: no movement, the face, no ground of its own. */
export function stillOption({ option }: Drawing, { palette }: Pick<DrawContext, 'palette'>): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: palette.axisFont },
    backgroundColor: 'transparent',
    ...option,
  }
}
