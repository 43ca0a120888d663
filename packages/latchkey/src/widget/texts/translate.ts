/** Texts by key: each view brings its English ones, the host may replace any of them (option `texts`). */
export type Texts = Readonly<Record<string, string>>

export type TextValues = Readonly<Record<string, string | number>>

/** Answers the text of a key with its `{places}` filled. */
export type Translate<T extends Texts> = (key: keyof T & string, values?: TextValues) => string

/** Binds English texts and the host's own. */
export function createTranslate<T extends Texts>(texts: T, own: Texts | undefined): Translate<T> {
  return (key, values) => fillText((own && Object.hasOwn(own, key) && own[key]) || texts[key] || key, values)
}

/** Replaces `{name}` by its value; a place without a value stays as it is. */
export function fillText(text: string, values: TextValues = {}): string {
  // Most texts have no place, and the list of wallets is waited for.
  if (!text.includes('{')) return text
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}
