/** What the wallet frame draws in the card: only there are codes, passwords and recovery words typed (T11). */
import * as v from 'valibot'

/** The screens that a host page may request. A screen for an approval opens only with the approval's request. */
export const frameScreens = [
  'VERIFY_DEVICE',
  'VERIFY_OTP',
  'VERIFY_PRIMARY_OTP',
  'VERIFY_SECONDARY_OTP',
  'PASSKEY',
  'RECOVERY',
  'RECOVERY_SETUP',
  'DEVICES',
  'SETTINGS',
  'OPEN_WALLET',
] as const
/** A screen of the frame that a host page may request. */
export type FrameScreen = (typeof frameScreens)[number]

/** The screens that the frame opens itself. */
export const frameOwnScreens = ['APPROVE'] as const
/** A screen that the frame opens itself. */
export type FrameOwnScreen = (typeof frameOwnScreens)[number]

/** The height in CSS pixels that the frame's screen needs, and the name of the screen. */
export const frameArea = v.object({
  screen: v.nullable(v.picklist([...frameScreens, ...frameOwnScreens])),
  size: v.pipe(v.number(), v.minValue(0), v.maxValue(4_096)),
})
/** The height in CSS pixels that the frame's screen needs, and the name of the screen. */
export type FrameArea = v.InferOutput<typeof frameArea>
