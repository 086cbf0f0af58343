internal import Foundation
internal import Glibc

/// Writes files so that no failure leaves a part of one.
enum AtomicFile {
    /// Writes data into a temporary file beside `url`, and moves it there once it is on the disk.
    ///
    /// A symbolic link is followed, and the permissions of an existing file are kept. The temporary
    /// file has one name, so that a process that is killed leaves at most that file, which the next
    /// write uses. Writers of one file wait for each other.
    static func write(_ data: Data, to url: URL) throws {
        let path = url.resolvingSymlinksInPath().path
        let temporary = "\(path).tmp"
        var status = stat()
        let known = stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
        let descriptor = try lockedFile(temporary, url)
        do {
            defer { close(descriptor) }
            do {
                guard ftruncate(descriptor, 0) == 0 else { throw failure(url, errno) }
                if let known { fchmod(descriptor, known) }
                try write(data, descriptor, url)
                guard fsync(descriptor) == 0 else { throw failure(url, errno) }
                guard rename(temporary, path) == 0 else { throw failure(url, errno) }
            } catch {
                unlink(temporary)
                throw error
            }
        }
        // The entry of the folder, too. A file system that cannot do this has done what it can.
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    /// Opens or creates a temporary file, and waits until no other writer uses it. Another writer may
    /// have moved the file away meanwhile, so the name is looked up again.
    private static func lockedFile(_ temporary: String, _ url: URL) throws -> Int32 {
        while true {
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { throw failure(url, errno) }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno != EINTR else { continue }
                let error = failure(url, errno)
                close(descriptor)
                throw error
            }
            var (own, named) = (stat(), stat())
            if fstat(descriptor, &own) == 0, stat(temporary, &named) == 0, own.st_ino == named.st_ino, own.st_dev == named.st_dev
            {
                return descriptor
            }
            close(descriptor)
        }
    }

    private static func write(_ data: Data, _ descriptor: Int32, _ url: URL) throws {
        try data.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(url, errno) }
                done += count
            }
        }
    }

    private static func failure(_ url: URL, _ number: Int32) -> NSError {
        let (code, advice) =
            switch number {
            case ENOSPC, EDQUOT, EFBIG: (CocoaError.fileWriteOutOfSpace.rawValue, "The disk is full; make room and try again.")
            case EACCES, EPERM: (CocoaError.fileWriteNoPermission.rawValue, "Check the permissions of the folder.")
            case EROFS: (CocoaError.fileWriteVolumeReadOnly.rawValue, "The file system is read-only.")
            case ENOENT, ENOTDIR: (CocoaError.fileNoSuchFile.rawValue, "Create the folder first.")
            default: (CocoaError.fileWriteUnknown.rawValue, "")
            }
        let reason = String(cString: strerror(number))
        return NSError(
            code: code, "\(url.path) could not be written: \(reason). \(advice)".trimmingCharacters(in: .whitespaces),
            [NSFilePathErrorKey: url.path])
    }
}
