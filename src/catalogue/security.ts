/** How an API takes credentials: OpenAPI's Security Scheme Object, reduced to what a client needs. */
export type SecurityScheme =
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string }
  | { type: 'basic' }
  | { type: 'bearer' }
  /** OAuth2 or OpenID Connect: an access token is a bearer; `tokenUrl` is there where client credentials can fetch one. */
  | { type: 'oauth2'; tokenUrl?: string; scopes?: string[] }
  /** mutualTLS, HTTP digest and others that this program cannot speak. */
  | { type: 'unsupported'; scheme: string };

/** Alternatives (OR) of sets of schemes (AND), each scheme with the scopes it needs. An empty set means: none needed. */
export type SecurityRequirements = Record<string, string[]>[];
