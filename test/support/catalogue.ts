import type { CatalogueConfiguration } from '../../src/core/catalogue/catalogue'
import { readConfiguration } from '../../src/composition/configuration'
import { localValues } from '../../src/composition/local-values'

/** The built-in catalogue settings, as in a portal without configuration. */
export const catalogueConfiguration: CatalogueConfiguration = builtIn()

function builtIn(): CatalogueConfiguration {
  const read = readConfiguration({}, localValues)
  if (!read.ok) throw new Error(`The built-in configuration is refused: ${JSON.stringify(read.failure)}`)
  return read.value.catalogue
}
