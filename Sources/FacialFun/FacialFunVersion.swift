import CFacialFun

/// The version of FacialFun, which its programs print for `--version`.
public enum FacialFunVersion {
    /// Semantic version 2.0.0; a build between two tags adds what `git describe` says.
    public static let current = String(cString: facialfun_version())
}
