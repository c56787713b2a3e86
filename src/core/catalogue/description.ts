import { sizes } from '../kernel/limits'

/** "Show more" appears only over the threshold; the clamp itself is the style sheet's. */
export function hasDescriptionToggle(description: string): boolean {
  return description.length > sizes.descriptionToggleCharacters
}
