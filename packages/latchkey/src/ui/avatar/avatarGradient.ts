/**
 * A gradient that always goes with an address, whichever case it is written in; decoration, never a proof of identity.
 * Read off the last characters instead of a hash: it is drawn by the button of the page, whose every byte counts.
 */
export function avatarGradient(address: string): string {
  const hue = (Number.parseInt(address.slice(-6), 36) || 0) % 360
  return `linear-gradient(135deg,hsl(${hue + 50} 62% 74%),hsl(${hue} 42% 48%))`
}
