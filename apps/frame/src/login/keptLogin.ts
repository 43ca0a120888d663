import { type LoginSession, readLoginSession } from 'latchkey/services'
import type { Kept } from '../store/kept.ts'

/** The session that this browser has under this page; its token and its refresh are worth nothing without the device's key. */
export const keptLogin: Kept<LoginSession> = { name: 'login', version: 1, read: readLoginSession }
