/** What the wallet frame draws in the card: only there are codes, passwords and recovery words typed (T11). */
import * as v from 'valibot'

/** Screens that a host page may ask for; one of an approval comes with the request alone. */
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
] as const
export type FrameScreen = (typeof frameScreens)[number]

/** Screens that the frame shows by itself. */
export const frameOwnScreens = ['APPROVE'] as const
export type FrameOwnScreen = (typeof frameOwnScreens)[number]

/** The height in CSS pixels that the frame's screen wants, and which it is. */
export const frameArea = v.object({
  screen: v.nullable(v.picklist([...frameScreens, ...frameOwnScreens])),
  size: v.pipe(v.number(), v.minValue(0), v.maxValue(4_096)),
})
export type FrameArea = v.InferOutput<typeof frameArea>
