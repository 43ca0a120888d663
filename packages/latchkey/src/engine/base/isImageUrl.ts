import { isWebUrl } from '../../contract/link.ts'

/** Whether a URL is of a picture that options may name: https, http on this machine, or a `data:image` up to 64 KB. */
export function isImageUrl(value: unknown): value is string {
  return (
    isWebUrl(value) ||
    (typeof value === 'string' && value.length <= 65_536 && /^data:image\/[a-z+]+[;,]/.test(value))
  )
}

/** Whether a URL is of a picture of the page's own, which an `<img>` loads as it is: as above, but no http, or of a blob. */
export function isPictureUrl(value: unknown): value is string {
  if (typeof value !== 'string' || /^http:/i.test(value)) return false
  return /^blob:https?:\/\//.test(value) || isImageUrl(value)
}
