import type { BuilderUi } from '../../../../local/bi-host/frame/builder/context'
import type { Builder } from '../../../../local/bi-host/frame/builder/builder'

/** What the builder gives its parts, in a page that keeps nothing from anybody. */
export const builderUi = (builder: Builder, more: Partial<BuilderUi> = {}): BuilderUi => ({
  builder,
  opened: null,
  open: () => undefined,
  announce: () => undefined,
  shows: () => true,
  disabledReason: () => null,
  ...more,
})
