import { nameLabelPattern, type RouteError } from 'latchkey/services'
import { viemEns } from '../../core/libraries/viem.ts'
import { reservedLabels } from './reservedLabels.ts'
import { skeletonOf } from './skeletonOf.ts'

/** DNS's bound, which ENS names keep to. */
const longestName = 255

/** A name in ENSIP-15's normal form, or undefined when it has none. */
export function normalName(text: string): string | undefined {
  if (text === '' || text.length > longestName) return undefined
  try {
    return viemEns().normalize(text)
  } catch {
    return undefined
  }
}

/** The label of a name that lies directly in the zone, both in normal form. */
export function labelIn(zone: string, name: string): string | undefined {
  if (!name.endsWith(`.${zone}`)) return undefined
  const label = name.slice(0, -zone.length - 1)
  return label === '' || label.includes('.') ? undefined : label
}

const reservedSkeletons: ReadonlySet<string> = new Set(reservedLabels.map(skeletonOf))

/** Why a label in normal form is none that can be registered, in words for the visitor; empty when it is one (SPEC §5, T66). */
export function refusalsOf(label: string): RouteError['reasons'] {
  const [broken] = rules.find(([, holds]) => !holds(label)) ?? []
  return broken === undefined ? [] : [{ name: 'name', description: broken }]
}

const rules: readonly (readonly [string, (label: string) => boolean])[] = [
  ['A name has at least 4 characters', label => label.length >= 4],
  ['A name has at most 32 characters', label => label.length <= 32],
  ['A name has letters, digits and hyphens only', label => /^[a-z0-9-]*$/.test(label)],
  [
    'A name neither begins nor ends with a hyphen, nor has two in a row',
    label => nameLabelPattern.test(label),
  ],
  ['A name can’t look like an address', label => !label.startsWith('0x')],
]

/** Whether the label, or one it looks like, is reserved. */
export function isReserved(label: string): boolean {
  return reservedSkeletons.has(skeletonOf(label.replaceAll('-', '')))
}
