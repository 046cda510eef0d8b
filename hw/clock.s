// The body of nanotime is the runtime's: a file of this kind makes the compiler look for it elsewhere.
