/** Sentences below what a panel is about, each different. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return notes.map(note => (
    <p key={note} className="login-note">
      {note}
    </p>
  ))
}
