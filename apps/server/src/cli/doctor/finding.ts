/** What the doctor looks at, in the order in which it reports. */
export const checkNames = [
  'database',
  'redis',
  'vault',
  'clock',
  'origins',
  'tls',
  'caa',
  'services',
  'wallet',
  'related',
  'relay',
  'mail',
] as const

export type CheckName = (typeof checkNames)[number]

/** How a check ended. `skipped`: it does not apply to this installation, and `says` why. */
export type FindingState = 'ok' | 'warning' | 'wrong' | 'skipped'

/** One line of the doctor's report. */
export interface Finding {
  readonly check: CheckName
  readonly state: FindingState
  /** What was found, without secrets. */
  readonly says: string
  /** What to do about it; absent when all is well. */
  readonly fix?: string
}

/** The findings of one check, to be named by the check. */
export type Said = Omit<Finding, 'check'>

export const ok = (says: string): Said => ({ state: 'ok', says })
export const skipped = (says: string): Said => ({ state: 'skipped', says })
export const warning = (says: string, fix: string): Said => ({ state: 'warning', says, fix })
export const wrong = (says: string, fix: string): Said => ({ state: 'wrong', says, fix })
