import CFacialFun

/// The version of FacialFun, which its programs print for `--version`.
public enum FacialFunVersion {
    /// Semantic version 2.0.0; builds between two tags append the output of `git describe`.
    public static let current = String(cString: facialfun_version())
}
