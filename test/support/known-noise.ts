/** What a healthy page writes to the console as an error although nothing is wrong. Anything else fails a journey. */
export const knownNoise: readonly { readonly pattern: RegExp; readonly because: string }[] = [
  {
    pattern: /Allow attribute will take precedence over 'allowfullscreen'/,
    because: 'The SDK sets both attributes on every frame.',
  },
  {
    pattern: /Failed to execute 'postMessage' on 'DOMWindow': The target origin provided .* does not match/,
    because: 'The SDK sends a host event before the document of its frame has committed.',
  },
  {
    pattern: /Please register event handlers before calling render/,
    because: 'The SDK says so about a listener of its own.',
  },
]
