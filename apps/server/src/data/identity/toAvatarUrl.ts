const longest = 4_096

/** The picture that an `avatar` record names (ENSIP-12), null where it names none that the image proxy takes. */
export function toAvatarUrl(record: string): string | null {
  if (record.length > longest) return null
  if (/^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/.test(record)) return record
  return /^(?:https|ipfs):\/\//.test(record) && URL.canParse(record) ? record : null
}
