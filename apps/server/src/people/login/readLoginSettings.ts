import { oneOf, type ReadVariable } from '../../core/settings/readers.ts'

export interface LoginSettings {
  /** Whether a device that an address was not used with is checked by a link in custody mode `user`, too (§3.2). */
  readonly deviceCheck: boolean
}

export function readLoginSettings(read: ReadVariable): LoginSettings {
  return { deviceCheck: read('LOGIN_DEVICE_CHECK', 'off', oneOf(['off', 'on'])) === 'on' }
}
