import { oneOf } from '../../engine/base/oneOf.ts'
import { createSwitching, type Switching } from '../../engine/flows/switchnetwork/createSwitching.ts'
import type { Widget } from '../shell/widget.ts'

/** The one switching of a widget, made when it is first needed. */
export function switchingOf({ engine }: Widget): Switching {
  return oneOf(engine, createSwitching)
}
