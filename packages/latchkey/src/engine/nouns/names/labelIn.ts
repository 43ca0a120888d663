import { nameLabelPattern } from '../../../contract/profile.ts'

/** The part of a name before the zone that it lies directly in; undefined where it does not. */
export function labelIn(zone: string, name: string): string | undefined {
  if (!name.endsWith(`.${zone}`)) return undefined
  const label = name.slice(0, -zone.length - 1)
  return label === '' || label.includes('.') ? undefined : label
}

/** Whether it is a label that can be registered, by its letters (SPEC §5). */
export function isLabel(label: string | undefined): label is string {
  return label !== undefined && nameLabelPattern.test(label)
}
