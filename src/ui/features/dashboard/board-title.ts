import type { Dataset } from '../../../core/catalogue/catalogue'

/** The dashboard's name as frames and regions are titled: "Bitcoin dashboard", for Home "Home dashboard". */
export function boardTitle(dataset: Dataset): string {
  return `${dataset.sidebarName ?? dataset.title} dashboard`
}
